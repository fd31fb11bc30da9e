import { roadmapItemIds } from '../../contract/content/roadmap-items.ts';
import * as deskFeedbackOperations from '../../contract/operations/desk-feedback-operations.ts';
import { slugsForVoters } from '../../contract/rules/mailing-audience.ts';
import { countVoters } from '../domain/roadmap/count-voters.ts';
import type { Dependencies } from './compose.ts';

export const deskRoadmap = ({ mailings, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(deskFeedbackOperations.deskRoadmap, async () => {
    const [voters, announcements] = await Promise.all([
      countVoters(tables, usersTable),
      mailings.withSlugs(roadmapItemIds.flatMap(slugsForVoters)),
    ]);
    const items = roadmapItemIds.map((id) => ({
      id,
      ...voters[id],
      mailings: slugsForVoters(id).flatMap((slug) =>
        announcements
          .filter((mailing) => mailing.slug === slug)
          .map(({ status, updatedAt }) => ({ slug, status, updatedAt })),
      ),
    }));
    return { items };
  });
