/** Words of the product and of the trade that make a password guessable (NIST SP 800-63B-4, context-specific words). */
const context = ['piazzale', 'carburanti', 'benzina', 'distributore', 'gestore', 'verifica', 'password', 'qwerty', 'ciao']
const common = [
  '123456789012345',
  'passwordpassword',
  'qwertyuiopasdfg',
  'qwertyuiopasdfgh',
  'iloveyouiloveyou',
  'administrator123',
  'abcdefghijklmno',
]
export const MIN_PASSWORD = 15

/**
 * Why a new password is refused, or undefined (architecture.md 5): at least 15 characters (NFC), no composition rule; refused when it is
 * the address, one repeated or running sequence, a known password, or nothing but a word of the trade and digits.
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const text = password.normalize('NFC')
  const bare = text.toLowerCase()
  if ([...text].length < MIN_PASSWORD) return `La password deve avere almeno ${MIN_PASSWORD} caratteri.`
  if (bare.includes(email.toLowerCase()) || bare.includes(email.split('@')[0]!.toLowerCase().padEnd(5, '\0')))
    return 'La password non può contenere l’indirizzo email.'
  if (new Set(bare).size < 5 || common.includes(bare) || isRun(bare))
    return 'La password è troppo facile da indovinare: evitare ripetizioni e sequenze.'
  if (context.some((word) => bare.replaceAll(word, '').replace(/[\d\W_]/g, '').length === 0))
    return 'La password è formata solo da parole troppo comuni: aggiungerne altre.'
  return undefined
}
const isRun = (text: string) => [...text].every((letter, i) => i === 0 || letter.charCodeAt(0) - text.charCodeAt(i - 1) === 1)
