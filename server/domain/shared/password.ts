/** Words of the product and of the trade that make a password guessable (NIST SP 800-63B-4, context-specific words). */
const context = ['piazzale', 'carburanti', 'benzina', 'distributore', 'gestore', 'verifica', 'password', 'qwerty', 'ciao']
const common = new Set([
  ...['123456789012345', 'passwordpassword', 'iloveyouiloveyou', 'administrator123', 'abcdefghijklmno', 'unapasswordlunga'],
  ...[
    'qwertyuiopasdfg',
    'qwertyuiopasdfgh',
    'qwertyuiopasdfghjklzxcvbnm',
    'asdfghjklqwertyuiop',
    'qazwsxedcrfvtgb',
    'qazwsxedcrfvtgbyhnujm',
  ],
  ...['1q2w3e4r5t6y7u8i9o0p', '1q2w3e4r5t6y7u8i9o', '1q2w3e4r5t6y7u8i', 'q1w2e3r4t5y6u7i8', '1qaz2wsx3edc4rfv', 'zaq12wsxcde34rfv'],
])
export const MIN_PASSWORD = 15

/**
 * Why a new password is refused, or undefined (docs/spec/security.md#passwords): it needs 15 characters (NFC), has no composition rule, and must not be the
 * address, a repeated or running sequence, a known password, or nothing but words of the trade and digits.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const text = password.normalize('NFC')
  const bare = text.toLowerCase()
  if ([...text].length < MIN_PASSWORD) return `La password deve avere almeno ${MIN_PASSWORD} caratteri.`
  if (bare.includes(email.toLowerCase()) || bare.includes(email.split('@')[0]!.toLowerCase().padEnd(5, '\0')))
    return "La password non può contenere l'indirizzo email."
  if (new Set(bare).size < 5 || common.has(bare) || isRun(bare) || isRepeated(bare))
    return 'La password è troppo facile da indovinare: evitare ripetizioni e sequenze.'
  const rest = context.reduce((left, word) => left.replaceAll(word, ''), bare)
  if (rest !== bare && !/\p{L}/u.test(rest)) return 'La password è formata solo da parole troppo comuni: aggiungerne altre.'
  return undefined
}
/** `abcdef…`, `987654…`: each character follows the one before, in one direction. */
const isRun = (text: string) =>
  [1, -1].some((step) => [...text].every((letter, i) => i === 0 || letter.charCodeAt(0) - text.charCodeAt(i - 1) === step))
/** `abcabcabc…`: a part of at most seven characters, over and over. */
const isRepeated = (text: string) =>
  [1, 2, 3, 4, 5, 6, 7].some((period) => [...text].every((letter, i) => i < period || letter === text[i - period]))
