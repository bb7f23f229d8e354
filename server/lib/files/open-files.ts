import path from 'node:path'
import { diskStore, type FileStore } from './files.ts'

/** Where the files of an installation are: `filesUrl` names a bucket, else they are in the data folder. */
export interface FilesPlace {
  dataDir: string
  filesUrl?: string | undefined
  /** The key of sealed files; without it one is kept beside the folder. */
  filesKey?: string | undefined
}
/** Opens the store of files. The client of S3 is loaded by those who use it alone. @throws if `filesUrl` is no address of a bucket */
export async function openFiles({ dataDir, filesUrl, filesKey }: FilesPlace): Promise<FileStore> {
  if (!filesUrl) return diskStore(path.join(dataDir, 'files'), filesKey)
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(filesUrl, filesKey)
}
