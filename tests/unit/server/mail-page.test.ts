// @vitest-environment jsdom
import type net from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { mailer } from '../../../server/lib/jobs/mail.ts'
import { asHtml } from '../../../server/lib/jobs/mail-body.ts'
import { HOSTILE } from '../../hostile.ts'
import { readMail, XSS } from '../../mail-parts.ts'

test('what people wrote stands in a mail literally, as text and as page, over a real SMTP server; nothing in it begins another header or an attachment of its own', async () => {
  const got: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      expect(envelope.rcptTo.map(({ address }) => address)).toEqual(['a@example.it'])
      const parts: Buffer[] = []
      stream.on('data', (part) => parts.push(part))
      stream.on('end', () => {
        got.push(Buffer.concat(parts).toString('utf8'))
        done(null)
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  try {
    const post = mailer('/nowhere', 'Rete <rete@example.it>', `smtp://127.0.0.1:${(smtp.server.address() as net.AddressInfo).port}`)
    const hostile = HOSTILE.filter((one): one is string => typeof one === 'string' && one.length < 300 && !/[\p{Cs}\0]/u.test(one))
    for (const text of [...XSS, ...hostile]) {
      await post.send({ to: 'a@example.it', subject: `${text}\r\nBcc: b@example.it`, text: `Salve ${text}\nfine`, id: 'j1' })
      const { headers, parts } = readMail(got.pop()!)
      expect(
        headers.filter((name) => /^(b?cc|to|from|subject)$/i.test(name)),
        text,
      ).toHaveMembers(['From', 'Subject', 'To'])
      const lines = (of: string) => of.replace(/\r\n/g, '\n').trim()
      expect(lines(parts['text/plain']!), text).toBe(lines(`Salve ${text}\nfine`))
      const page = new DOMParser().parseFromString(parts['text/html']!, 'text/html')
      const there = [...page.body.querySelectorAll('*')].map(({ tagName, attributes }) => [
        tagName,
        [...attributes].map(({ name }) => name),
      ])
      for (const [tag, attributes] of there)
        expect(
          [
            ['BR', []],
            ['A', ['href']],
          ],
          text,
        ).toContainEqual([tag, attributes])
      for (const link of page.querySelectorAll('a')) expect(link.getAttribute('href'), text).toMatch(/^https?:\/\//)
      expect(page.body.textContent.replace(/\s+/g, ' ').trim(), text).toBe(`Salve ${text} fine`.replace(/\s+/g, ' ').trim())
    }
    await post.send({ to: 'a@example.it', subject: 'Prova', text: 'x' }, [
      { filename: '<b>a"\r\nBcc: b@example.it.pdf', content: Buffer.from('x'), contentType: 'application/pdf' },
    ])
    expect(got.pop()).not.toMatch(/^Bcc:/im)
  } finally {
    await new Promise<void>((closed) => smtp.close(closed))
  }
})

test('addresses in a mail can be tapped, without the full stop that ends the sentence', () => {
  expect(asHtml('Vedi https://rete.example.it/tickets/2026/1?a=1&b=2.\nCiao')).toContain(
    'Vedi <a href="https://rete.example.it/tickets/2026/1?a=1&amp;b=2">https://rete.example.it/tickets/2026/1?a=1&amp;b=2</a>.<br>\nCiao',
  )
})
