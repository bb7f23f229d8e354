import { MAX_FILE_BYTES, MAX_FILES } from '../../contract/kernel/constants.ts'
import { notify } from '../../lib/notify.ts'

/** The files within the limit of size; a warning names the others. */
export function withinSize(files: readonly File[], max: number): File[] {
  const large = files.filter(({ size }) => size > max).map(({ name }) => name)
  const which = large.length === 1 ? 'Il file supera' : 'I file superano'
  if (large.length) notify.warning(`${large.join(', ')}: ${which} la dimensione massima di ${max / 1024 / 1024} MB.`)
  return files.filter(({ size }) => size <= max)
}
/** The chosen files with those chosen now after them, within the limits of size and number; a warning says if others were left out. */
export function addFiles(chosen: readonly File[], more: readonly File[], most = MAX_FILES, max = MAX_FILE_BYTES): readonly File[] {
  const fitting = withinSize(more, max)
  // Where only one file is allowed, a new one replaces it.
  const all = most === 1 && fitting.length ? fitting : [...chosen, ...fitting]
  if (all.length > most) notify.warning(`È possibile caricare al massimo ${most} file per volta.`)
  return all.slice(0, most)
}
