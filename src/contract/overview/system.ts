import * as v from 'valibot'
import { get, post, resource } from '../kernel/endpoint.ts'

/** One rule that the stored records must keep. */
const Rule = v.object({
  key: v.string(),
  /** The rule, as a sentence. */
  rule: v.string(),
  /** Records that break it. */
  broken: v.number(),
  /** The first of them, as a person finds them. */
  examples: v.array(v.string()),
})
const SelfCheck = v.object({ at: v.string(), rules: v.array(Rule) })
export type SelfCheck = v.InferOutput<typeof SelfCheck>
const SystemState = v.object({
  version: v.string(),
  engine: v.picklist(['embedded', 'postgresql']),
  /** When the process that answers was started. */
  started_at: v.string(),
  /** Bytes of memory it holds. */
  memory: v.number(),
  /** Milliseconds by which the slowest percent of what it does was late, since it was last asked. */
  delay: v.number(),
  /** Connections to the database; null with the embedded database, which has one. */
  connections: v.nullable(v.object({ busy: v.number(), idle: v.number(), wanted: v.number() })),
  queues: v.array(v.object({ name: v.string(), waiting: v.number(), active: v.number(), failed: v.number() })),
  /** Devices that said at their last contact that something is unsent, and since when the oldest of it waits. */
  devices: v.object({ waiting: v.number(), oldest_at: v.nullable(v.string()) }),
  /** The last self-check; null before the first. */
  check: v.nullable(SelfCheck),
})
export type SystemState = v.InferOutput<typeof SystemState>

/** What a new installation needs before people can work with it, in the order in which it is done. */
export const firstSteps = ['company', 'users', 'stations', 'models', 'groups', 'mail'] as const
const FirstStep = v.object({ key: v.picklist(firstSteps), done: v.boolean() })

/** (+) How the installation is, for super administrators. `GET /metrics` says the same to a monitoring system. */
export const system = resource('system', {
  state: get('/system/state', { output: SystemState, policy: 'super' }),
  /** What has been done of the first day's work. */
  firstDay: get('/system/first-day', { output: FirstStep, envelope: 'list', policy: 'super' }),
  /** Checks the stored records now, as is done every night. */
  check: post('/system/check', { output: SelfCheck, success: [200], ok: 'Controllo eseguito', policy: 'super' }),
})
