import { rescue } from '../../../src/contract/inspections/rescue.ts'
import { known } from '../known.ts'

export default known(rescue, {
  import: {
    call: 'POST /inspection/rescue',
    status: 200,
    policy: 'super',
    write: 'each piece of a ZIP is a write of its own: tests/api/inspections/rescue.test.ts',
  },
})
