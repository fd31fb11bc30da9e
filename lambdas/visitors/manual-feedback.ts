import * as messageOperations from '../../contract/operations/message-operations.ts';
import { manualFeedbackType } from '../../contract/rules/feedback-limits.ts';
import { manualFeedbackDays, secondsPerDay } from '../../contract/rules/retention.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

export const manualFeedback = ({ feedbackItems, limits }: Dependencies) =>
  serve(messageOperations.manualFeedback, async ({ now, data, sender }) => {
    await limits.takeForNetworks('manualFeedback', viewerNetworks(sender), now);
    await limits.take('manualFeedbackOfSite', 'everybody', now);
    const { feedbackId, page, isClear, content = '' } = data;
    await feedbackItems.addWithoutAuthor(
      {
        feedbackId,
        type: manualFeedbackType,
        content,
        timestamp: now.toISOString(),
        comments: [],
        // A "Yes" without a text needs no answer.
        state: isClear && content === '' ? 'done' : 'open',
        manual: { page, isClear },
      },
      Math.floor(now.getTime() / 1000) + manualFeedbackDays * secondsPerDay,
    );
    return {};
  });
