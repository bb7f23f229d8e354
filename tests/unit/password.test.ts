import { expect, test } from 'vitest'
import { passwordProblem } from '../../server/domain/shared/password.ts'

const refused = (password: string) => passwordProblem(password, 'anna.bianchi@example.it')

test('a password of fifteen characters is enough, whatever they are', () => {
  for (const good of [
    'corretto cavallo batteria',
    'sette nani nel bosco',
    'perché l’àncora è lì',
    '🚗🚕🚙🚌🚎🏎🚓🚑🚒🚐🛻🚚🚛🚜🦯',
    'La mia prima auto era verde',
    'x'.concat('lunga e buona '.repeat(8)),
  ])
    expect(refused(good), good).toBeUndefined()
})

test('a short one is refused, counted in characters as people see them', () => {
  expect(refused('quattordici ch')).toBe('La password deve avere almeno 15 caratteri.')
  expect(refused('🚗🚕🚙🚌🚎🏎🚓')).toBe('La password deve avere almeno 15 caratteri.')
  expect(refused('e\u0301'.repeat(14))).toBe('La password deve avere almeno 15 caratteri.')
})

test('what is easily guessed is refused with its reason', () => {
  const guessable = /troppo facile da indovinare/
  for (const weak of [
    'aaaaaaaaaaaaaaaaaaaa',
    'abcdefghijklmnopq',
    'zyxwvutsrqponmlkj',
    '12345123451234512',
    'ciao!ciao!ciao!ciao!',
    'passwordpassword',
    'PASSWORDPASSWORD',
    '1q2w3e4r5t6y7u8i',
    'qwertyuiopasdfgh',
  ])
    expect(refused(weak), weak).toMatch(guessable)
  for (const weak of ['piazzale 2026 2026!', 'Carburanti_1234567', 'benzinabenzina-99', 'Gestore!0123456789'])
    expect(refused(weak), weak).toMatch(/parole troppo comuni|troppo facile/)
  expect(refused('la mia è anna.bianchi@example.it')).toBe("La password non può contenere l'indirizzo email.")
  expect(refused('anna.bianchi va al mare')).toBe("La password non può contenere l'indirizzo email.")
})
