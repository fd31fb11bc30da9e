/** The words that a reader of HTML sees, with the URL of each link after its label. */
export function readHtml(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2 $1')
    .replace(/<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}
