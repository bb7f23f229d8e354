/** A part of a mail's body. Each is written as plain text and as a page, and both say the same. */
export type MailBlock =
  | { kind: 'text' | 'head' | 'small'; text: string }
  /** An earlier message, marked as such. */
  | { kind: 'quote'; head: string; text: string }
  | { kind: 'link'; label: string; href: string }
  /** Answers of which one is chosen, one below the other. */
  | { kind: 'answers'; of: readonly { label: string; href: string }[] }

const quoted = (text: string) => text.split(/\r?\n/).map((line) => `> ${line}`.trimEnd())
const asText = (block: MailBlock): string => {
  if (block.kind === 'quote') return [block.head, ...quoted(block.text)].join('\n')
  if (block.kind === 'link') return block.href
  if (block.kind === 'answers') return block.of.map(({ label, href }) => `${label}: ${href}`).join('\n')
  return block.text
}
export const textOf = (blocks: readonly MailBlock[]): string => blocks.map(asText).join('\n\n')

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => ESCAPES[one]!)
/** Escaped text with its line breaks, and with links that can be tapped. */
const literal = (text: string) =>
  escaped(text)
    .replace(/\bhttps?:\/\/(?:[^\s<>&]|&amp;)+(?<![.,;:!?)])/g, (address) => `<a href="${address}">${address}</a>`)
    .split(/\r?\n/)
    .join('<br>\n')
const page = (body: string) =>
  `<!doctype html><html lang="it"><head><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head><body style="font-family:sans-serif">${body}</body></html>`
/** The text as HTML (docs/spec/integrations.md#mail): escaped, with its line breaks, and with links that can be tapped. */
export const asHtml = (text: string): string => page(literal(text))

// Colours are set only where ground and text are set together, so that a dark mail program may choose its own.
const BUTTON =
  'display:block;margin:8px 0;padding:12px 16px;border-radius:6px;background:#1c5fa8;color:#ffffff;text-align:center;text-decoration:none;font-weight:bold'
const button = ({ label, href }: { label: string; href: string }) => `<a style="${BUTTON}" href="${escaped(href)}">${escaped(label)}</a>`
const asPart = (block: MailBlock): string => {
  switch (block.kind) {
    case 'head':
      return `<p style="margin:0 0 16px;font-size:18px;font-weight:bold">${literal(block.text)}</p>`
    case 'text':
      return `<p style="margin:0 0 16px">${literal(block.text)}</p>`
    case 'small':
      return `<p style="margin:24px 0 0;font-size:13px;opacity:0.8">${literal(block.text)}</p>`
    case 'quote':
      return `<p style="margin:16px 0 4px;font-size:14px;opacity:0.8">${literal(block.head)}</p><blockquote style="margin:0;padding:0 0 0 12px;border-left:3px solid #8a94a6">${literal(block.text)}</blockquote>`
    case 'link':
      return button(block)
    case 'answers':
      return block.of.map(button).join('')
  }
}
/** One column that is as narrow as the screen, at most 560 px wide. */
export const pageOf = (blocks: readonly MailBlock[]): string =>
  page(
    `<div style="max-width:560px;margin:0 auto;font-size:16px;line-height:1.5;overflow-wrap:anywhere">${blocks.map(asPart).join('\n')}</div>`,
  )
