// Loaded into a measured server: answers each message with what the process has used so far.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, residentMb: process.memoryUsage.rss() / 1024 / 1024 })
})
process.channel?.unref()
