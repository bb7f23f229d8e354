import path from 'node:path'
import { dropFeed, type Feed, webFeed } from './lib/jobs/feed.ts'

/** The source of the ministry's two files (docs/spec/integrations.md#mimit): its site if an address is configured, else the folder `mimit` of the drop folder. */
export function registryFeed(url: string | undefined, dropDir: string | undefined): Feed | undefined {
  if (url) {
    const at = (name: string) => new URL(name, url.endsWith('/') ? url : `${url}/`).href
    return webFeed('MIMIT', { stations: at('anagrafica_impianti_attivi.csv'), prices: at('prezzo_alle_8.csv') })
  }
  return dropDir
    ? dropFeed(path.join(dropDir, 'mimit'), { stations: /^anagrafica.*\.csv(\.gz)?$/i, prices: /^prezz.*\.csv(\.gz)?$/i })
    : undefined
}
