import { notify } from './notify.ts'

/** Puts a text on the clipboard and says so. */
export const copyText = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => notify.success('Testo copiato.'),
    () => notify.error('Il browser non lascia copiare: seleziona il testo e copialo a mano.'),
  )
