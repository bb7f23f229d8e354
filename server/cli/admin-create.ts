import readline from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { isEmail } from '../../src/contract/kernel/italian-codes.ts'
import { origin } from '../environment.ts'
import { orUsage, run, withDatabase } from './command.ts'
import { inviteAdmin } from './invite-admin.ts'

const usage = 'npm run admin:create -- --email=INDIRIZZO --name="NOME COGNOME"'
/** Asks for an option that was not given, if there is a terminal. */
async function ask(question: string, given: string | undefined): Promise<string> {
  if (given !== undefined) return given.trim()
  if (!process.stdin.isTTY) throw new Error(`Uso: ${usage}`)
  const prompt = readline.createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(question)
  prompt.close()
  return answer.trim()
}

run(async () => {
  const { values } = orUsage(usage, () => parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } }))
  const email = (await ask('Email: ', values.email)).toLowerCase()
  const name = await ask('Nome e cognome: ', values.name)
  if (!isEmail(email)) throw new Error('Inserire un indirizzo email valido.')
  if (name.length < 2) throw new Error('Il campo Nome e cognome deve contenere almeno 2 caratteri.')
  await withDatabase(async (db) => {
    const token = await inviteAdmin(db, { email, name }, new Date())
    console.log(`Super amministratore: ${name} <${email}>`)
    console.log(`Per scegliere la password, entro 7 giorni e una volta sola:\n${origin}/auth/register?token=${token}`)
  })
})
