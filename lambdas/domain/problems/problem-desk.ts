import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ListedCrash, ProblemsOfVersion, ProblemText } from '../../../contract/records/problem.ts';
import { deskPageSize, overviewDays } from '../../../contract/rules/desk-rules.ts';
import { compareVersions } from '../../../contract/rules/version.ts';
import { AppError } from '../../platform/app-error.ts';
import { type TransactionPart, updateOf, writeRecorded } from '../../platform/conditional-write.ts';
import { queryPage } from '../../platform/query-page.ts';
import { readBatches } from '../../platform/read-batches.ts';
import { crashKey, problemStore, problemText, textsKey } from './problem-store.ts';

interface Details extends Pick<ListedCrash, 'platform' | 'systemVersion' | 'firstAt' | 'solvedIn'> {
  group: string;
  sortKey: string;
  frames?: string[];
}

/** The group of the items that say in which version a crash is solved. They do not expire. */
const solvedGroup = 'solved';

const dayMs = 24 * 60 * 60 * 1000;

/** The Problems table for the desk. */
export function problemDesk(client: DynamoDBDocumentClient, tableName: string) {
  const { countsOf, findText } = problemStore(client, tableName);

  /** @throws AppError `not-found` */
  async function getText(version: string, textId: string): Promise<ProblemText> {
    const found = await findText(version, textId);
    if (found) return found;
    throw new AppError('not-found', 'This text does not exist. It may have expired.');
  }

  /** The details of crashes and the decisions about them, by sort key. */
  async function readDetails(keys: Record<string, string>[]): Promise<Map<string, Details>> {
    const found = new Map<string, Details>();
    for await (const items of readBatches(client, tableName, keys))
      for (const item of items as unknown as Details[]) found.set(`${item.group} ${item.sortKey}`, item);
    return found;
  }

  return {
    getText,

    /** The most frequent crashes of a version with the details of their first reports. */
    async list(version: string, now: Date): Promise<ProblemsOfVersion> {
      const { crashes, networks } = await countsOf(version);
      const ranked = [...crashes].sort(([, left], [, right]) => right.reports - left.reports);
      const shown = ranked.slice(0, deskPageSize);
      const details = await readDetails(
        shown.flatMap(([crash]) => [
          { group: version, sortKey: crashKey(crash) },
          { group: solvedGroup, sortKey: crash },
        ]),
      );
      const days = Array.from({ length: overviewDays }, (_, index) =>
        new Date(now.getTime() - (overviewDays - 1 - index) * dayMs).toISOString().slice(0, 10),
      );
      return {
        version,
        days,
        networks: days.map((day) => networks.get(day) ?? 0),
        crashes: shown.map(([crash, counts]) => {
          const {
            group: _,
            sortKey: __,
            frames = [],
            ...first
          } = details.get(`${version} ${crashKey(crash)}`) ?? {};
          const solvedIn = details.get(`${solvedGroup} ${crash}`)?.solvedIn;
          const decision = solvedIn && {
            solvedIn,
            hasComeBack: compareVersions(version, solvedIn) >= 0,
          };
          return { crash, ...counts, ...first, frames, ...decision };
        }),
        hiddenCount: ranked.length - shown.length,
      };
    },

    /** A page of the texts about a crash, the newest day first. */
    async texts(version: string, crash: string, cursor: string | undefined) {
      const { items, next } = await queryPage(client, {
        tableName,
        key: { name: 'group', value: version },
        cursor,
        size: deskPageSize,
        more: {
          sortCondition: 'begins_with(sortKey, :texts)',
          ExpressionAttributeValues: { ':texts': textsKey(crash) },
        },
      });
      return { texts: items.map(problemText), ...(next ? { next } : {}) };
    },

    /**
     * Stores the answer to a text. A repeated request changes nothing.
     * @param auditPart the part of the transaction that adds the audit entry
     * @throws AppError `aborted` when the text has an answer
     */
    async answer(
      { version, textId }: Pick<ProblemText, 'version' | 'textId'>,
      answer: NonNullable<ProblemText['answer']>,
      auditPart: TransactionPart,
    ): Promise<void> {
      const outcome = await writeRecorded(client, auditPart, {
        Update: updateOf(
          tableName,
          { group: version, sortKey: textId },
          'attribute_exists(sortKey) AND attribute_not_exists(answer)',
          'SET answer = :answer',
          { answer },
        ),
      });
      if (outcome === 'written') return;
      const { answer: stored } = await getText(version, textId);
      if (outcome === 'outdated')
        throw new AppError(
          'aborted',
          'Another admin was faster: this text is answered. Nothing was changed or sent.',
        );
      if (stored?.answerId !== answer.answerId || stored.text !== answer.text)
        throw new AppError('aborted', 'This action was already done with another text.');
    },

    /**
     * Marks a crash as solved in a version, whichever version reports it. A repeated request changes nothing.
     * @throws AppError `aborted` when it was marked since the admin saw it
     */
    async solve(
      crash: string,
      { solvedIn, seen }: { solvedIn: string; seen: string | undefined },
      auditPart: TransactionPart,
    ): Promise<void> {
      const outcome = await writeRecorded(client, auditPart, {
        Update: updateOf(
          tableName,
          { group: solvedGroup, sortKey: crash },
          seen === undefined ? 'attribute_not_exists(solvedIn)' : 'solvedIn = :seen',
          'SET solvedIn = :solvedIn',
          { solvedIn, ...(seen === undefined ? {} : { seen }) },
        ),
      });
      if (outcome === 'outdated')
        throw new AppError(
          'aborted',
          'Another admin was faster: this crash was marked as solved. Nothing was changed.',
        );
    },
  };
}
