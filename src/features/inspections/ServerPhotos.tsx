import { use } from 'react'
import { StoredPhotos } from '../../outbox/StoredPhotos.tsx'
import { PicturesContext } from './pictures-context.ts'

/** Pictures of verifiche that the server keeps, fetched with the sign-in; of a copy on this device, its own. */
export function ServerPhotos(shown: { label: string; uuids: string[] }) {
  const { name, read } = use(PicturesContext)
  return <StoredPhotos {...shown} name={name} read={read} />
}
