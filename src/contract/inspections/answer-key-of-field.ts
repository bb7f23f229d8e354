/** Finds the place of a verifica that a sentence of the server is about: its fields are named by answer key, or by the path into the sent body. */
export const answerKeyOfField = (field: string): string =>
  (field.startsWith('answers.') ? field.slice('answers.'.length).split('.').slice(0, 1) : field.split('.').slice(0, 2)).join('.')
