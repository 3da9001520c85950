import { diskFaults } from '../../bench/faults/disk-faults.ts';
import { redisNetworkFaults } from '../../bench/faults/redis-network-faults.ts';
import { redisProcessFaults } from '../../bench/faults/redis-process-faults.ts';
import { testFaults } from './test-faults.ts';

testFaults(redisProcessFaults, {
  'Redis stands still (SIGSTOP)': 503,
  'Redis stands still, and people mostly look': 503,
  'Redis is shut down, and started again': 503,
  'Redis is killed (SIGKILL), and started again': 503,
});
testFaults(redisNetworkFaults, { 'connections to Redis are cut before an answer arrives': 503 });
testFaults(diskFaults, { 'the memory of Redis is full (maxmemory)': 503 });
