import fc from 'fast-check';
import { operations } from '../../contract/operations/operations.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import * as z from '../../contract/zod.ts';
import { acceptableRequests } from '../../test/acceptable-requests.ts';
import type { Subject } from '../../test/desk-requests.ts';
import { hostileTexts } from './hostile-texts.ts';
import { hostileValue } from './hostile-value.ts';

export interface HostileRequest {
  name: OperationName;
  /** With the query. */
  path: string;
  body: string | undefined;
}

/** Requests to one operation about a person, in the shape that it expects and with hostile values. */
export function hostileRequest(
  siteUrl: string,
  name: OperationName,
  subject: Subject,
): fc.Arbitrary<HostileRequest> {
  const { method, path } = routes[name];
  const known = Object.values(subject);
  const text = fc.constantFrom(...hostileTexts, ...known).map((value) => value.toWellFormed());
  if (name === 'updateFile') {
    const version = fc.oneof(fc.constant('0.3.0'), text);
    const platform = fc.oneof(fc.constant('win-x64'), text);
    return fc.record({ version, platform, fileName: text }).map((values) => ({
      name,
      path: path.replace(/\{(\w+)\}/g, (_, field) => encodeURIComponent(values[field as 'version'])),
      body: undefined,
    }));
  }
  if (method === 'GET') {
    const query = fc.tuple(fc.constantFrom('userId', 'code', '__proto__', '%'), text);
    return fc.option(query).map((pair) => ({
      name,
      path: pair ? `${path}?${new URLSearchParams([pair])}` : path,
      body: undefined,
    }));
  }
  if (name === 'oneClickUnsubscribe') {
    const body = fc.constantFrom('List-Unsubscribe=One-Click', '', 'List-Unsubscribe=%00');
    return fc
      .tuple(text, body)
      .map(([token, sent]) => ({ name, path: `${path}?${new URLSearchParams({ token })}`, body: sent }));
  }
  if (name === 'stripeWebhook')
    return hostileValue(z.unknown(), known).map((value) => ({ name, path, body: JSON.stringify(value) }));
  return hostileData(siteUrl, name, subject).map((data) => ({ name, path, body: JSON.stringify({ data }) }));
}

function hostileData(siteUrl: string, name: OperationName, subject: Subject): fc.Arbitrary<unknown> {
  const { request } = operations[name];
  const known = Object.values(subject);
  const whole = hostileValue(request, known);
  const acceptable = acceptableRequests(siteUrl, subject)[name];
  const fields = Object.entries(acceptable ?? {});
  if (fields.length === 0) return whole;
  const shape = shapeOf(request);
  const kept = fc.record(
    Object.fromEntries(fields.map(([field, value]) => [field, withNewId(value, known)])),
  );
  const one = fc.constantFrom(...fields).chain(([field, value]) => {
    const schema = shape[field];
    return fc.oneof(
      (schema ? hostileValue(schema, known) : fc.constantFrom(...hostileTexts)).map((hostile) => ({
        [field]: hostile,
      })),
      fc
        .constantFrom(...hostileTexts)
        .map((text) => ({ [field]: typeof value === 'string' ? `${value}${text}` : text })),
    );
  });
  const changed = fc.tuple(kept, one, fc.option(one)).map(([data, first, second]) => ({
    ...data,
    ...first,
    ...second,
  }));
  return fc.oneof({ weight: 2, arbitrary: whole }, { weight: 4, arbitrary: changed }, kept);
}

/** The schema of each field. A union has the fields of all its options. */
function shapeOf(schema: unknown): Record<string, z.ZodMiniType> {
  if (schema instanceof z.ZodMiniUnion) return Object.assign({}, ...schema.def.options.map(shapeOf));
  return schema instanceof z.ZodMiniObject ? (schema.shape as Record<string, z.ZodMiniType>) : {};
}

/** Each text and each action needs a new id, because a request with a used one changes nothing. */
function withNewId(value: unknown, known: readonly unknown[]): fc.Arbitrary<unknown> {
  const isOwnId = z.uuid().safeParse(value).success && !known.includes(value);
  return isOwnId ? fc.uuid() : fc.constant(value);
}
