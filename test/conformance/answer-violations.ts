/** The parts that we read of the description that AWS publishes of the API of each service. */
export interface ApiModel {
  operations: Record<string, { output?: { shape: string }; errors?: { shape: string }[] }>;
  shapes: Record<string, Shape>;
}

interface Shape {
  type: string;
  members?: Record<string, { shape: string }>;
  required?: string[];
  /** The items of a list. */
  member?: { shape: string };
  /** The values of a map. */
  value?: { shape: string };
  enum?: string[];
  /** The minimum of a number, or of the size of a text, a blob, a list or a map. */
  min?: number;
  max?: number;
  pattern?: string;
  /** A structure that can be any JSON. */
  document?: boolean;
}

/** The JSON answer of a service. */
export interface ServiceAnswer {
  operation: string;
  status: number;
  body: object;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';

/** The types of shapes as JSON. A timestamp is in seconds. */
const isOfType: Record<string, (value: unknown) => boolean> = {
  structure: isObject,
  map: isObject,
  list: Array.isArray,
  string: isText,
  blob: isText,
  boolean: (value) => typeof value === 'boolean',
  integer: Number.isSafeInteger,
  long: Number.isSafeInteger,
  timestamp: Number.isFinite,
};

/** How an answer differs from the description of its operation. */
export function answerViolations(model: ApiModel, { operation, status, body }: ServiceAnswer): string[] {
  const described = model.operations[operation];
  if (!described) return [`There is no operation ${operation}.`];
  if (status === 200) return described.output ? check(model, described.output.shape, body) : checkEmpty(body);
  const { __type: error, ...details } = body as { __type?: string };
  const known = described.errors?.find(({ shape }) => shape === error);
  return known ? check(model, known.shape, details) : [`The operation has no error ${error}.`];
}

const checkEmpty = (body: object) => Object.keys(body).map((name) => `${name} is unknown.`);

/** @param path empty for the answer itself */
function check(model: ApiModel, name: string, value: unknown, path = ''): string[] {
  const shape = model.shapes[name];
  if (!shape) throw new Error(`The description has no shape ${name}.`);
  if (shape.document) return [];
  const isValid = isOfType[shape.type];
  if (!isValid) throw new Error(`answerViolations does not support the type ${shape.type}.`);
  if (!isValid(value)) return [`${path || 'The answer'} is not of type ${shape.type}.`];
  return [...checkValue(shape, value, path), ...checkParts(model, shape, value as object, path)];
}

function checkParts(
  model: ApiModel,
  { type, members = {}, required = [], member, value: values }: Shape,
  value: object,
  path: string,
): string[] {
  if (type === 'list' && member)
    return (value as unknown[]).flatMap((item) => check(model, member.shape, item, `${path}[]`));
  if (type === 'map' && values)
    return Object.values(value).flatMap((item) => check(model, values.shape, item, `${path}{}`));
  if (type !== 'structure') return [];
  const inside = (part: string) => (path ? `${path}.${part}` : part);
  return [
    ...required.filter((part) => !(part in value)).map((part) => `${inside(part)} is missing.`),
    ...Object.entries(value).flatMap(([part, content]) =>
      members[part]
        ? check(model, members[part].shape, content, inside(part))
        : [`${inside(part)} is unknown.`],
    ),
  ];
}

function checkValue(
  { type, enum: values, min, max, pattern }: Shape,
  value: unknown,
  path: string,
): string[] {
  const size = sizeOf(type, value);
  const text = String(value);
  return [
    ...(values && !values.includes(text) ? [`${path} has the unknown value "${text}".`] : []),
    ...(size !== undefined && (size < (min ?? size) || size > (max ?? size))
      ? [`${path} has a wrong size.`]
      : []),
    ...(pattern && !new RegExp(`^(?:${pattern})$`, 'u').test(text)
      ? [`${path} does not match ${pattern}.`]
      : []),
  ];
}

function sizeOf(type: string, value: unknown): number | undefined {
  if (type === 'integer' || type === 'long') return value as number;
  if (type === 'blob') return Buffer.from(value as string, 'base64').length;
  if (type === 'map') return Object.keys(value as object).length;
  return type === 'string' || type === 'list' ? (value as { length: number }).length : undefined;
}
