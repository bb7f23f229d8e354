import sanitize from 'sanitize-html'

/** The tags of a communication; everything else is dropped, its text kept. Source: docs/spec/content.md#communications */
const TAGS = ['p', 'b', 'i', 'u', 'ul', 'ol', 'li', 'a', 'br']
/** Editors and pasted pages write these for the same thing. */
const SAME: Record<string, string> = {
  strong: 'b',
  em: 'i',
  div: 'p',
  h1: 'p',
  h2: 'p',
  h3: 'p',
  h4: 'p',
  h5: 'p',
  h6: 'p',
  blockquote: 'p',
}

/** HTML cut down to the tags allowed; of attributes only the addresses of links stay. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: SAME,
    // Their text is no text to read.
    nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'xml', 'o:p', 'svg', 'math', 'template', 'iframe'],
    nestingLimit: 20,
  }).trim()

const text = (html: string) => sanitize(html, { allowedTags: [], allowedAttributes: {} })
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
/** The words of a cleaned text without its tags, with line breaks, dashes before list items and the address after each link: what mail and push say. */
export function plainText(html: string): string {
  const lines = html
    .replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (_, href: string, inner: string) =>
      text(inner).trim() === href ? href : `${inner} (${href})`,
    )
    .replace(/<li>/g, '\n- ')
    .replace(/<br\s*\/?>|<\/p>|<\/ul>|<\/ol>/g, '\n')
  return text(lines)
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => ENTITIES[one]!)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
