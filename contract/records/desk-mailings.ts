import * as z from '../zod.ts';

/** The email of a mailing as a reader gets it. The links to unsubscribe do not work. */
export const renderedMailing = z.object({
  subject: z.string(),
  /** What an inbox shows after the subject. */
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  /** The paths of its pictures on the site, each once. */
  pictures: z.array(z.string()),
});

export type RenderedMailing = z.infer<typeof renderedMailing>;
