import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mailer } from '../../server/lib/mail.ts'

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
