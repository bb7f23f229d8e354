import { Button, MantineProvider, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import '@mantine/core/styles.css'

/** The smallest page with the same form: React, Mantine and a query client. */
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <MantineProvider>
      <Stack p="md" id="ready">
        <Title>Accedi</Title>
        <TextInput label="Email" />
        <PasswordInput label="Password" />
        <Button type="submit">Accedi</Button>
      </Stack>
    </MantineProvider>
  </QueryClientProvider>,
)
