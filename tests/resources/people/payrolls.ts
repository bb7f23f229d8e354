import { payrolls } from '../../../src/contract/people/payrolls.ts'
import { known } from '../known.ts'
import { payLines } from '../payslips.ts'

export default known(payrolls, payLines('/payrolls'), {
  history: { pay_batch: 'pay_batches' },
})
