/** A mail of several parts as a program reads it: the names of its headers, and its parts by what they are. */
export function readMail(raw: string): { headers: string[]; parts: Record<string, string> } {
  const [head, ...rest] = raw.split('\r\n\r\n') as [string, ...string[]]
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const headers = unfolded.split('\r\n').map((line) => line.slice(0, line.indexOf(':')))
  const boundary = /boundary="([^"]+)"/.exec(unfolded)![1]!
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [top, ...body] = part.replace(/^\r\n/, '').split('\r\n\r\n') as [string, ...string[]]
      const text = body.join('\r\n\r\n').replace(/\r\n$/, '')
      const bytes = /base64/i.test(top)
        ? Buffer.from(text, 'base64')
        : /quoted-printable/i.test(top)
          ? Buffer.from(
              text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
              'latin1',
            )
          : Buffer.from(text)
      return [/Content-Type: ([^;\s]+)/i.exec(top)![1]!, bytes.toString('utf8')] as const
    })
  return { headers, parts: Object.fromEntries(parts) }
}
/** Texts that would do something in a page, and what else is hostile, as far as a line can hold it. */
export const XSS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '<a href="javascript:alert(1)">qui</a>',
  'https://example.it/"onmouseover="alert(1)',
  'https://example.it/<script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '</body></html><iframe src=//altrove.example.it>',
  '{{7*7}}',
]
