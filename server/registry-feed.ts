import path from 'node:path'
import { dropFeed, type Feed, webFeed } from './lib/jobs/feed.ts'

/** Where the two files of the ministry come from (docs/spec/integrations.md#mimit): its site where an address is configured, else the folder `mimit` of those that others put files into. */
export function registryFeed(url: string | undefined, dropDir: string | undefined): Feed | undefined {
  if (url) {
    const at = (name: string) => new URL(name, url.endsWith('/') ? url : `${url}/`).href
    return webFeed('MIMIT', { stations: at('anagrafica_impianti_attivi.csv'), prices: at('prezzo_alle_8.csv') })
  }
  return dropDir
    ? dropFeed(path.join(dropDir, 'mimit'), { stations: /^anagrafica.*\.csv(\.gz)?$/i, prices: /^prezz.*\.csv(\.gz)?$/i })
    : undefined
}
