import { clockFaults } from '../../bench/faults/clock-faults.ts';
import { visitorFaults } from '../../bench/faults/visitor-faults.ts';
import { testFaults } from './test-faults.ts';

testFaults(visitorFaults, {
  'visitors break off in the middle of a request': 200,
  'visitors break off before their answer': 200,
  'file descriptors run out': 200,
});
testFaults(clockFaults, { 'the clock jumps three hours ahead, and back': 200 });
