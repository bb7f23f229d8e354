import { openDatabase } from '../db/open.ts'
import { databaseUrl, dataDir } from '../environment.ts'
import { verifyActivity } from '../resources/overview/activity-seals.ts'
import { startupProblem } from '../startup-problem.ts'

/** `npm run activity:verify`: whether a row of the activity log was changed, taken away or added after it was sealed. Exit code 1 if one was. The embedded database must not be in use. */
const where = { dataDir, databaseUrl }
const database = await openDatabase(where).catch((error) => {
  console.error(startupProblem(error, { dataDir, remote: !!databaseUrl }))
  process.exit(1)
})
const { faults, seals, rows, expired, unsealed, head } = await verifyActivity({ db: database.db, now: new Date() })
await database.close()
for (const fault of faults) console.error(fault)
console.log(
  `Registro attività: ${rows} righe in ${seals} sigilli, ${expired} oltre il tempo di conservazione, ${unsealed} non ancora sigillate.`,
)
if (head) console.log(`Ultimo sigillo, da conservare altrove: ${head}`)
console.log(faults.length ? 'Il registro NON è intatto.' : 'Il registro è intatto.')
process.exitCode = faults.length ? 1 : 0
