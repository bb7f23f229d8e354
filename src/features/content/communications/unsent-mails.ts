import type { Communication } from '../../../contract/content/communications.ts'

/** What is added to a question before a sending, where its mails would not leave. */
export const unsentMails = ({ mail, leaves }: Communication) =>
  mail && !leaves ? ' Le email non partono, perché SMTP non è configurato: la comunicazione si legge nel programma.' : ''
