import { describe, expect, test } from 'vitest'
import { deviceName } from '../../src/rules/shared/user-agent.ts'

describe('a browser says what it is', () => {
  const mozilla = 'Mozilla/5.0'
  test.each([
    [
      `${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1`,
      'iPhone, Safari',
    ],
    [`${mozilla} (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile/15E148 Safari/604.1`, 'iPad, Chrome'],
    [`${mozilla} (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36`, 'Telefono Android, Chrome'],
    [
      `${mozilla} (Linux; Android 15; SM-X300) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130 Safari/537.36`,
      'Tablet Android, Samsung Internet',
    ],
    [`${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0`, 'Windows, Edge'],
    [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15`, 'Mac, Safari'],
    [`${mozilla} (X11; Fedora) Gecko/20100101 Firefox/150.0`, 'Linux, Firefox'],
    [`${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) FxiOS/150.0 Mobile Safari/605`, 'iPhone, Firefox'],
    ['curl/8.5 (Linux)', 'Linux'],
    ['curl/8.5', 'Sconosciuto'],
    ['', 'Sconosciuto'],
  ])('%s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})
