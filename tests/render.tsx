import { MantineProvider } from '@mantine/core'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { cssVariables, theme } from '../src/app/theme.ts'

/** Renders inside the product's theme, without transitions (`env="test"`). */
export function renderUi(ui: ReactNode): RenderResult {
  return render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
      {ui}
    </MantineProvider>,
  )
}
