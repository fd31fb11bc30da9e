/** A template that is part of the request. */
export interface TemplateContent {
  Subject?: string;
  Text?: string;
  Html?: string;
}

/**
 * Replaces `{{name}}` with the unescaped value of `name`. Values are not templates, so their `{{` stays.
 * @returns the email with the placeholders that have no value, and the names of those
 */
export function renderTemplate(
  { Subject = '', Text = '', Html = '' }: TemplateContent,
  data: Record<string, unknown>,
): { subject: string; text: string; html: string; missing: string[] } {
  const values = new Map(Object.entries(data));
  const missing = new Set<string>();
  const fill = (template: string) =>
    template.replace(/\{\{([^{}]*)\}\}/g, (placeholder, content: string) => {
      const name = content.trim();
      const value = values.get(name) ?? undefined;
      if (value !== undefined) return String(value);
      missing.add(name);
      return placeholder;
    });
  return { subject: fill(Subject), text: fill(Text), html: fill(Html), missing: [...missing] };
}
