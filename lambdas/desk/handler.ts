import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { deskAnswerFeedback } from './desk-answer-feedback.ts';
import { deskAnswerProblem } from './desk-answer-problem.ts';
import { deskArticles } from './desk-articles.ts';
import { deskAudit } from './desk-audit.ts';
import { deskChangeRollout } from './desk-change-rollout.ts';
import { deskCloseFeedback } from './desk-close-feedback.ts';
import { deskCodes } from './desk-codes.ts';
import { deskConclude } from './desk-conclude.ts';
import { deskCountRecipients } from './desk-count-recipients.ts';
import { deskCreateCodes } from './desk-create-codes.ts';
import { deskDeleteAccount } from './desk-delete-account.ts';
import { deskDiscardArticle } from './desk-discard-article.ts';
import { deskDiscardMailing } from './desk-discard-mailing.ts';
import { deskExport } from './desk-export.ts';
import { deskFeedback } from './desk-feedback.ts';
import { deskFind } from './desk-find.ts';
import { deskGift } from './desk-gift.ts';
import { deskLicenseFile } from './desk-license-file.ts';
import { deskMailLicense } from './desk-mail-license.ts';
import { deskMailing } from './desk-mailing.ts';
import { deskMailings } from './desk-mailings.ts';
import { deskMoveLicense } from './desk-move-license.ts';
import { deskNote } from './desk-note.ts';
import { deskOpenIncident } from './desk-open-incident.ts';
import { deskOrderReport } from './desk-order-report.ts';
import { deskOrders } from './desk-orders.ts';
import { deskOverview } from './desk-overview.ts';
import { deskPauseMailing } from './desk-pause-mailing.ts';
import { deskPerson } from './desk-person.ts';
import { deskPreviewArticle } from './desk-preview-article.ts';
import { deskPreviewMailing } from './desk-preview-mailing.ts';
import { deskProblemTexts } from './desk-problem-texts.ts';
import { deskProblems } from './desk-problems.ts';
import { deskPromoteRelease } from './desk-promote-release.ts';
import { deskRedemptions } from './desk-redemptions.ts';
import { deskRefund } from './desk-refund.ts';
import { deskReissueLicense } from './desk-reissue-license.ts';
import { deskReleases } from './desk-releases.ts';
import { deskResendConfirmation } from './desk-resend-confirmation.ts';
import { deskResumeMailing } from './desk-resume-mailing.ts';
import { deskRevoke } from './desk-revoke.ts';
import { deskRevokeCodes } from './desk-revoke-codes.ts';
import { deskRoadmap } from './desk-roadmap.ts';
import { deskScheduleMailing } from './desk-schedule-mailing.ts';
import { deskSendMailing } from './desk-send-mailing.ts';
import { deskSettle } from './desk-settle.ts';
import { deskSignOut } from './desk-sign-out.ts';
import { deskSolveProblem } from './desk-solve-problem.ts';
import { deskStatus } from './desk-status.ts';
import { deskStoreArticle } from './desk-store-article.ts';
import { deskStoreMailing } from './desk-store-mailing.ts';
import { deskTestMailing } from './desk-test-mailing.ts';
import { deskToday } from './desk-today.ts';
import { deskTurnOffFactor } from './desk-turn-off-factor.ts';
import { deskUnpublishArticle } from './desk-unpublish-article.ts';
import { deskUnscheduleMailing } from './desk-unschedule-mailing.ts';
import { deskUpdateIncident } from './desk-update-incident.ts';
import { deskUploadPicture } from './desk-upload-picture.ts';
import { deskYankRelease } from './desk-yank-release.ts';

export const handler = serveAll(
  'desk',
  {
    deskAnswerFeedback,
    deskAnswerProblem,
    deskArticles,
    deskAudit,
    deskChangeRollout,
    deskCloseFeedback,
    deskCodes,
    deskConclude,
    deskCountRecipients,
    deskCreateCodes,
    deskDeleteAccount,
    deskDiscardArticle,
    deskDiscardMailing,
    deskExport,
    deskFeedback,
    deskFind,
    deskGift,
    deskLicenseFile,
    deskMailLicense,
    deskMailing,
    deskMailings,
    deskNote,
    deskOpenIncident,
    deskOrderReport,
    deskOrders,
    deskOverview,
    deskPauseMailing,
    deskPerson,
    deskPreviewArticle,
    deskPreviewMailing,
    deskProblemTexts,
    deskProblems,
    deskPromoteRelease,
    deskRedemptions,
    deskRefund,
    deskReleases,
    deskResendConfirmation,
    deskResumeMailing,
    deskMoveLicense,
    deskReissueLicense,
    deskRevoke,
    deskRevokeCodes,
    deskRoadmap,
    deskScheduleMailing,
    deskSendMailing,
    deskSettle,
    deskSignOut,
    deskSolveProblem,
    deskStatus,
    deskStoreArticle,
    deskStoreMailing,
    deskUpdateIncident,
    deskTestMailing,
    deskToday,
    deskTurnOffFactor,
    deskUnpublishArticle,
    deskUnscheduleMailing,
    deskUploadPicture,
    deskYankRelease,
  },
  compose,
);
