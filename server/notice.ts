import { accountCan, DEMO_PASSWORD, demoAccounts } from './db/seed/people/accounts.ts'

/** The text printed at a start: the address and, in the demonstration, the accounts. */
export function notice(address: string, demo: boolean): string {
  const lines = ['', `Piazzale è pronto: ${address}`]
  if (demo) {
    const accounts = demoAccounts.map((account) => `  ${account.email.padEnd(34)}${accountCan(account)}`)
    lines.push(`Ambiente dimostrativo: la password di tutti è ${DEMO_PASSWORD}`, ...accounts)
  }
  return `${lines.join('\n')}\n`
}
