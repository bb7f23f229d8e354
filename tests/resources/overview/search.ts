import { allows } from '../../../src/contract/kernel/policies.ts'
import { search } from '../../../src/contract/kernel/search.ts'
import type { Place } from '../../api/support/places.ts'
import { known } from '../known.ts'

export default known(
  search,
  {
    find: {
      call: 'GET /search',
      policy: 'auth',
      scope: {
        async check(who, { own, read, foreign }) {
          const finds = async ({ word }: Place) => {
            const found: { total: number }[] = (await who.caller.get(`/search?search=${word}`)).body.data
            return found.some(({ total }) => total > 0)
          }
          if (await finds(foreign)) return 'finds a station that is not one of theirs, or what stands there'
          return allows('net.field', who) && !((await finds(own)) && (await finds(read))) && 'does not find their stations'
        },
      },
    },
  },
  {
    screens: [
      {
        name: 'palette',
        path: '/dashboard',
        act: async (page) => {
          await page.keyboard.press('Control+k')
          await page.getByRole('combobox', { name: 'Pagina, azione o record' }).fill('ver')
          await page.getByRole('option').first().waitFor()
        },
      },
    ],
  },
)
