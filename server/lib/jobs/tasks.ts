/** Tasks by the clock of Rome. One process runs each; if it fails, it runs again at its next time. */
export const TASKS = {
  /** Tickets that have used 80 or 100 % of their time. */
  sla: { cron: '0 * * * *', name: 'Controllo SLA dei ticket' },
  /** Reminders of what waits for somebody's answer, in working hours. */
  reminders: { cron: '30 8-17 * * 1-6', name: 'Solleciti' },
  /** Mails and pushes that wait for the end of quiet hours, and digests. */
  held: { cron: '*/5 * * * *', name: 'Riepiloghi e notifiche in pausa' },
  /** Expirations that are near or past. It runs every hour, so that a server that was off at six makes up for it. */
  late: { cron: '0 6-19 * * *', name: 'Scadenze vicine e superate' },
  /** Communications whose time has come. */
  communications: { cron: '*/5 * * * *', name: 'Invio delle comunicazioni programmate' },
  /** Failed mails and pushes, for those who can retry them. */
  failed: { cron: '*/15 * * * *', name: 'Controllo degli invii non riusciti' },
  /** Cards whose last day is over; again in the next hours of the night, for a server that was off. */
  cards: { cron: '20 0-5 * * *', name: 'Tessere scadute' },
  /** What stands in the activity log is sealed. */
  seals: { cron: '15 * * * *', name: 'Sigilli del registro attività' },
  /** What is stored, against the rules it must keep. */
  checks: { cron: '40 3 * * *', name: 'Controllo dei dati' },
  /** Expirations and GPL courses in the company's calendar, where one is configured. */
  calendar: { cron: '0 7 * * *', name: 'Eventi nel calendario' },
  /** What is older than the settings say; also at noon, for a server that is off at night. */
  retention: { cron: '40 1-5,13 * * *', name: 'Conservazione dei dati' },
} as const
export type TaskName = keyof typeof TASKS
export const taskNames = Object.keys(TASKS) as TaskName[]
export const queueOf = (task: TaskName) => `task-${task}`
