import { build } from '../../../scripts/prepare.mjs'
import { newFolder } from '../../server-process.ts'
import { temporaryFolder } from '../../temporary-folder.ts'
import { apiAs } from './api.ts'
import { makeModel, SMALL } from './models.ts'
import { startServer } from './server.ts'

/**
 * Once for the run: the build, a data folder with the demo network and the models of the tests (`E2E_DATA`, copied by whoever needs a server
 * of its own), and the server that all other tests share (`E2E_ORIGIN`).
 */
export default async function setup() {
  await build()
  const temp = temporaryFolder()
  const data = newFolder()
  const seeding = await startServer({ dataDir: data })
  try {
    await makeModel(await apiAs(seeding.origin, 'admin'), SMALL)
  } finally {
    await seeding.stop()
  }
  process.env.E2E_DATA = data
  const shared = await startServer()
  process.env.E2E_ORIGIN = shared.origin
  return async () => {
    await shared.stop()
    temp.remove()
  }
}
