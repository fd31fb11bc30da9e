import type { Route } from './route.ts';

/** An operation of the desk that changes nothing. */
const reads = <Name extends string>(name: Name) =>
  ({ method: 'POST', path: `/api/${name}`, caller: 'admin', changes: false }) as const;

/** An operation of the desk that changes data of people. */
const changes = <Name extends string>(name: Name) =>
  ({ method: 'POST', path: `/api/${name}`, caller: 'admin', changes: true }) as const;

/**
 * The operations of the desk. A file of `lambdas/desk` has those of a group, and `desk-…-operations.ts` their requests. Pages for visitors do not
 * load this table.
 */
export const deskGroups = {
  team: {
    deskToday: reads('deskToday'),
    deskAudit: reads('deskAudit'),
    deskOverview: reads('deskOverview'),
  },
  people: {
    deskFind: reads('deskFind'),
    deskPerson: reads('deskPerson'),
    deskNote: changes('deskNote'),
    deskSignOut: changes('deskSignOut'),
    deskResendConfirmation: changes('deskResendConfirmation'),
    deskTurnOffFactor: changes('deskTurnOffFactor'),
    deskExport: changes('deskExport'),
    deskDeleteAccount: changes('deskDeleteAccount'),
  },
  orders: {
    deskMoveLicense: changes('deskMoveLicense'),
    deskReissueLicense: changes('deskReissueLicense'),
    deskLicenseFile: changes('deskLicenseFile'),
    deskMailLicense: changes('deskMailLicense'),
    deskSettle: changes('deskSettle'),
    deskRefund: changes('deskRefund'),
    deskGift: changes('deskGift'),
    deskRevoke: changes('deskRevoke'),
    deskConclude: changes('deskConclude'),
    deskOrders: reads('deskOrders'),
    deskOrderReport: reads('deskOrderReport'),
  },
  codes: {
    deskCodes: reads('deskCodes'),
    deskRedemptions: reads('deskRedemptions'),
    deskCreateCodes: changes('deskCreateCodes'),
    deskRevokeCodes: changes('deskRevokeCodes'),
  },
  feedback: {
    deskFeedback: reads('deskFeedback'),
    deskAnswerFeedback: changes('deskAnswerFeedback'),
    deskCloseFeedback: changes('deskCloseFeedback'),
    deskRoadmap: reads('deskRoadmap'),
  },
  articles: {
    deskArticles: reads('deskArticles'),
    deskPreviewArticle: reads('deskPreviewArticle'),
    deskStoreArticle: changes('deskStoreArticle'),
    deskUploadPicture: changes('deskUploadPicture'),
    deskDiscardArticle: changes('deskDiscardArticle'),
    deskUnpublishArticle: changes('deskUnpublishArticle'),
  },
  mailings: {
    deskMailings: reads('deskMailings'),
    deskMailing: reads('deskMailing'),
    deskPreviewMailing: reads('deskPreviewMailing'),
    deskStoreMailing: changes('deskStoreMailing'),
    deskDiscardMailing: changes('deskDiscardMailing'),
    deskTestMailing: changes('deskTestMailing'),
    deskCountRecipients: reads('deskCountRecipients'),
    deskSendMailing: changes('deskSendMailing'),
    deskScheduleMailing: changes('deskScheduleMailing'),
    deskUnscheduleMailing: changes('deskUnscheduleMailing'),
    deskPauseMailing: changes('deskPauseMailing'),
    deskResumeMailing: changes('deskResumeMailing'),
  },
  releases: {
    deskReleases: reads('deskReleases'),
    deskPromoteRelease: changes('deskPromoteRelease'),
    deskChangeRollout: changes('deskChangeRollout'),
    deskYankRelease: changes('deskYankRelease'),
  },
  problems: {
    deskProblems: reads('deskProblems'),
    deskProblemTexts: reads('deskProblemTexts'),
    deskAnswerProblem: changes('deskAnswerProblem'),
    deskSolveProblem: changes('deskSolveProblem'),
  },
  status: {
    deskStatus: reads('deskStatus'),
    // They change no data of people, and a read-only site is when visitors need them.
    deskOpenIncident: reads('deskOpenIncident'),
    deskUpdateIncident: reads('deskUpdateIncident'),
  },
} satisfies Record<string, Record<string, Route>>;

export const deskRoutes = {
  ...deskGroups.team,
  ...deskGroups.people,
  ...deskGroups.orders,
  ...deskGroups.codes,
  ...deskGroups.feedback,
  ...deskGroups.articles,
  ...deskGroups.mailings,
  ...deskGroups.releases,
  ...deskGroups.problems,
  ...deskGroups.status,
};

export type DeskGroup = keyof typeof deskGroups;
export type DeskOperationName = keyof typeof deskRoutes;
