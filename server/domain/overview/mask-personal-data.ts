/** Patterns that name a person, a company or a session anywhere in a text. Each is linear in the length of the text. */
const masks: [RegExp, string][] = [
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}/g, '[email]'],
  [/\?[^\s):]*/g, ''],
  [/[\w-]{43,}/g, '[codice]'],
  [/\b[A-Z]{6}\d\w[A-Z]\d\w[A-Z]\d{2}\w[A-Z]\b/gi, '[codice fiscale]'],
  [/\b[A-Z]{2}\d{2}[ ]?[A-Z]\d{3}(?:[ ]?\w{2,4}){2,6}\b/gi, '[iban]'],
  [/\+?\d(?:[ .\-/]?\d){6,}/g, '[numero]'],
]
/** Longer than anything that is kept; what is masked may be short of it. */
const MAX_INPUT = 8_000

/** A text of a browser without e-mails, query strings, codes and runs of seven digits and more; at most `length` characters. */
export const maskPersonalData = (text: string, length: number): string =>
  // PostgreSQL takes no NUL in a text.
  masks.reduce((left, [what, instead]) => left.replace(what, instead), text.replaceAll('\0', '').slice(0, MAX_INPUT)).slice(0, length)

/** The path of a page without what identifies a record: parts with digits or an @, and long ones. */
export const pathWithoutIds = (path: string): string =>
  path
    .replaceAll('\0', '')
    .split(/[?#]/)[0]!
    .split('/')
    .map((part) => (/[\d@]|%40|.{33}/.test(part) ? ':id' : part))
    .join('/')
    .slice(0, 200)
