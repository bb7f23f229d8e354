/** What the server does by itself at certain times, by the clock in Rome; each by one process, and again the next time where it failed. */
export const TASKS = {
  /** Tickets that have used 80 or 100 % of their time. */
  sla: { cron: '0 * * * *', name: 'Controllo SLA dei ticket' },
  /** What waits for somebody's answer; in working hours. */
  reminders: { cron: '30 8-17 * * 1-6', name: 'Solleciti' },
  /** Mails and pushes that waited for the end of quiet hours, and summaries. */
  held: { cron: '*/5 * * * *', name: 'Riepiloghi e notifiche in pausa' },
  /** Expirations that are near or past. Each hour of the day: what was away at six makes up for it. */
  late: { cron: '0 6-19 * * *', name: 'Scadenze vicine e superate' },
  /** What was given up, for who can put it back. */
  failed: { cron: '*/15 * * * *', name: 'Controllo degli invii non riusciti' },
} as const
export type TaskName = keyof typeof TASKS
export const taskNames = Object.keys(TASKS) as TaskName[]
export const queueOf = (task: TaskName) => `task-${task}`
