// Loaded into a server before its own code. Answers how much CPU the process has used; ends it when
// the bench has gone.

process.on('message', (question) => {
  if (question !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(1))
process.channel?.unref()
