import { Fieldset, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Editor.module.css'

/** Settings that belong together. */
export const SettingsGroup = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <Fieldset
    variant="unstyled"
    className={classes.part}
    legend={
      <Text span fw={600}>
        {legend}
      </Text>
    }
  >
    <Stack gap="sm">{children}</Stack>
  </Fieldset>
)
