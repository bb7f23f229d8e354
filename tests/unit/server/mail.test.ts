import fs from 'node:fs'
import type net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { mailer } from '../../../server/lib/jobs/mail.ts'

test('without a server a mail is a file, for the server\u2019s own user alone, whole with what goes along', async () => {
  const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-')), 'mail')
  const post = mailer(folder, 'Rete <rete@example.it>')
  expect(post.sends).toBe(false)
  await post.send({ to: 'a@example.it', subject: 'Prova', text: 'Ciao', id: 'j1' }, [
    { filename: 'a.txt', content: Buffer.from('allegato'), contentType: 'text/plain' },
  ])
  await post.send({ to: 'b@example.it', subject: 'Due\nBcc: c@example.it', text: 'x' })
  const files = fs.readdirSync(folder).map((name) => path.join(folder, name))
  expect(files).toHaveLength(2)
  expect(files.every((file) => /\d{13}-[0-9a-f-]{36}\.eml$/.test(file))).toBe(true)
  expect([fs.statSync(folder).mode & 0o777, ...files.map((file) => fs.statSync(file).mode & 0o777)]).toEqual([0o700, 0o600, 0o600])
  const [one, two] = files.map((file) => fs.readFileSync(file, 'utf8')).sort((a) => (a.includes('Ciao') ? -1 : 1))
  for (const line of ['From: Rete <rete@example.it>', 'To: a@example.it', 'Subject: Prova', 'Message-ID: <j1@piazzale>', 'filename=a.txt'])
    expect(one).toContain(line)
  expect(one).toContain(Buffer.from('allegato').toString('base64'))
  expect(two).not.toMatch(/^Bcc:/m)
  expect(two).not.toContain('@piazzale>')
  expect(mailer(folder, 'x', 'smtp://127.0.0.1:1').sends).toBe(true)
})

test('with a server a mail is handed to it as it is, and what it refuses is thrown', async () => {
  const got: { to: string[]; text: string }[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _, done) => done(address.startsWith('no@') ? new Error('Not him') : null),
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        got.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done(null)
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  try {
    const post = mailer('/nowhere', 'Rete <rete@example.it>', `smtp://127.0.0.1:${(smtp.server.address() as net.AddressInfo).port}`)
    await post.send({ to: 'a@example.it', subject: 'Prova', text: 'Ciao', id: 'j1' })
    expect(got).toHaveLength(1)
    expect(got[0]!.to).toEqual(['a@example.it'])
    for (const line of ['From: Rete <rete@example.it>', 'Subject: Prova', 'Message-ID: <j1@piazzale>', 'Ciao'])
      expect(got[0]!.text).toContain(line)
    await expect(post.send({ to: 'no@example.it', subject: 'x', text: 'x' })).rejects.toThrow('Not him')
    expect(fs.existsSync('/nowhere')).toBe(false)
  } finally {
    await new Promise<void>((closed) => smtp.close(closed))
  }
})
