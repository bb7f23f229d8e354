import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { default_mails } from '../../../server/db/schema/tickets/tickets.ts'
import { mailer } from '../../../server/lib/jobs/mail.ts'
import { readMail, XSS } from '../../mail-parts.ts'
import { openedBy, paper } from '../support/ticket-fixtures.ts'
import { inWorld } from '../support/world.ts'

/** The markup a mail's page may hold beside text. */
const ALLOWED =
  /<!doctype html>|<html lang="it">|<head>|<meta name="[\w-]+" content="[\w=, -]+">|<br>|<(?:body|div|p|blockquote)(?: style="[\w:;,. #-]+")?>|<a (?:style="[\w:;,. #-]+" )?href="https?:\/\/[^"<>]*">|<\/(?:a|p|div|blockquote|head|body|html)>/g

test('subject, words, template, name of a file and mention of a ticket stand in its mails as they were written, and begin nothing', () =>
  inWorld(async (world) => {
    const { as, db, deps } = world
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-mails-'))
    deps.mail = mailer(folder, 'Rete <rete@example.it>')
    const [boss, sara, helper] = [await as('sup.ticket'), await as('stazione'), await as('helpdesk')]
    const template = (text: string) => ({ body: `Modello ${text}\n{{oggetto}}\n{{descrizione}}`, subject: `${text} {{oggetto}}` })
    for (const text of XSS.filter((one) => !one.includes('{{'))) {
      await db.update(default_mails).set(template(text)).where(eq(default_mails.event, 'ticket_comment'))
      const t = await openedBy(world, sara, { subject: text, description: `Non eroga: ${text}` })
      await world.mails()
      for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file))
      const message = `@${text} guarda: ${text}`
      const said = await boss.post(`/support/ticket/${t.y}/${t.n}/comment`, { message, mentions: [helper.user_id] })
      expect(said.status, JSON.stringify(said.body)).toBe(201)
      await boss.upload(`/support/ticket/${t.y}/${t.n}/upload`, [paper(`${text.replaceAll(/["\\/]/g, '')}.pdf`)])
      const [file] = (await boss.get(`/support/ticket/${t.y}/${t.n}`)).body.data.files ?? []
      const more = {
        emails: 'ditta@example.it',
        subject: '{{oggetto}}',
        message: '{{descrizione}}',
        ...(file && { attach: [file.file_name] }),
      }
      const sent = await boss.post('/support/ticket/send', { id_year: t.y, id_number: t.n, ...more })
      expect(sent.status, JSON.stringify(sent.body)).toBe(200)
      await world.mails()
      const mails = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
      expect(mails.length, text).toBeGreaterThanOrEqual(3)
      for (const raw of mails) {
        const { headers, parts } = readMail(raw)
        expect(
          headers.filter((name) => /^(b?cc|to|from|subject)$/i.test(name)),
          text,
        ).toHaveMembers(['From', 'Subject', 'To'])
        if (!parts['text/html']) continue
        expect(parts['text/plain'], text).toContain(text)
        expect(parts['text/html'].replace(ALLOWED, ''), text).not.toMatch(/[<>]/)
      }
      expect(mails.filter((raw) => readMail(raw).parts['text/html']).length, text).toBeGreaterThanOrEqual(2)
    }
  }))
