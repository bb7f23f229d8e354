/**
 * What `npm run mutation -- --part=…` puts faults into, and the tests that ought to notice: those of the part that are quick and alone in a process.
 * Left out of each part is what runs elsewhere (a worker, a browser, a second process) or only joins two things; the reason stands beside it.
 */
// Without what needs several processes, a PostgreSQL of its own, or minutes: a mutant that is noticed there alone counts as missed.
const inspections = 'tests/api/inspections/*.test.ts'
const others = `tests/api/*/{${[
  ...[
    'activity',
    'activity-long',
    'auth',
    'auth-links',
    'auth-secrets',
    'auth-session',
    'auth-throttle',
    'banks',
    'bulk',
    'changes',
    'children',
    'client-errors',
    'dashboard',
    'devices',
    'equipment-kept',
    'export-lists',
    'exports',
    'filters',
  ],
  ...[
    'guesses',
    'headers',
    'history',
    'history-long',
    'idempotency',
    'import-mimit',
    'job-run',
    'jobs',
    'lookups',
    'mails',
    'openapi',
    'partial-writes',
    'pictures',
    'plain',
    'proxy',
    'queue',
  ],
  ...[
    'rescue',
    'rescue-rows',
    'revision',
    'saved-views',
    'searches',
    'settings',
    'station-import',
    'station-map',
    'station-notes',
    'stations',
    'sweep',
    'delete-expired',
    'undo',
    'users',
    'words',
  ],
].join()}}.test.ts`

export const parts = {
  outbox: {
    mutate: [
      'src/outbox/*.ts',
      // The browser's side: timers, locks and channels, shown by the browser tests; `split` is its own storm; `types` has no code.
      '!src/outbox/{runtime,send,split,types,use-outbox}.ts',
      'server/lib/core/{idempotent,idempotency}.ts',
    ],
    tests: [
      'tests/outbox/*.test.ts',
      '!tests/outbox/{split,versions}.test.ts',
      'tests/unit/{offline-kind,outbox/*,server/server-prints}.test.ts',
      'tests/api/core/idempotency.test.ts',
    ],
  },
  'server-lib': {
    mutate: [
      'server/lib/**/*.ts',
      // `context` and `implement` are types, `root` is one path; `invite-admin` is a command line.
      '!server/lib/core/{context,implement,root}.ts',
    ],
    tests: [
      others,
      inspections,
      'tests/unit/server/*.test.ts',
      'tests/unit/{letter,lots,startup-problem,turns,zip}.test.ts',
      'tests/outbox/idempotency.test.ts',
      'tests/pdf/{letters,typst}.test.ts',
    ],
  },
  'server-resources': {
    mutate: [
      'server/resources/**/*.ts',
      // A list of the others.
      '!server/resources/registry.ts',
    ],
    tests: [inspections, others],
  },
  lib: {
    mutate: ['src/lib/*.ts', 'src/features/inspections/station-search.ts'],
    tests: [
      'tests/{unit,lib}/*.test.{ts,tsx}',
      // The screens would double the score of nothing and the time of all; those of the other parts and of the verifica try nothing of this one.
      '!tests/unit/{offline-kind,list-layout,editor,ready-models,sending-reason,steps,theme,calendar,image}.test.{ts,tsx}',
    ],
  },
  crud: {
    mutate: ['src/crud/**/*.{ts,tsx}'],
    tests: [
      'tests/unit/{crud/*,fields,filter-room,list-export,list-layout,list-search,merge}.test.{ts,tsx}',
      'tests/screens/app/{files,filters,form,list,list-layout,plain}.test.tsx',
    ],
  },
}
