import { answerViolations, type ServiceAnswer } from '../answer-violations.ts';
import type { Comparison, Started } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import { readApiModel } from '../read-api-model.ts';
import { recordAnswers } from './record-answers.ts';

/** How answers of one kind differ from AWS's description. */
type Check = (kind: string) => string[];

const started = (service: Check): Started<Check> => ({ service, stop: async () => {} });

/** Answers with the same members, or with the same error, to one operation. */
const kindOf = ({ operation, body }: ServiceAnswer): string => {
  const { __type: error } = body as { __type?: string };
  return `answer to ${operation}: ${error ?? (Object.keys(body).sort().join(', ') || 'empty')}`;
};

/** Checks the answers of our fake to all probes, including those that moto cannot answer. */
export const cognitoModel: Comparison<Check> = {
  other: `AWS's description of the answers, in ${motoName}`,
  install: installMoto,
  async startOurs() {
    const answers = await recordAnswers();
    const model = readApiModel('cognito-idp');
    return started((kind) => {
      const ofKind = answers.filter((answer) => kindOf(answer) === kind);
      return [...new Set(ofKind.flatMap((answer) => answerViolations(model, answer)))];
    });
  },
  startOther: async () => started(() => []),
  probes: async () =>
    [...new Set((await recordAnswers()).map(kindOf))].sort().map((kind) => ({
      name: kind,
      run: async (check) => check(kind),
    })),
  explained: [],
};
