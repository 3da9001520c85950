// The main module of the executable: runs the program that lies in it, as far as may be without compiling it again.
import { getRawAsset } from 'node:sea';
import { COMPILED, PROGRAM, programScript, runProgram } from './program-script.ts';

runProgram(programScript(Buffer.from(getRawAsset(PROGRAM)), Buffer.from(getRawAsset(COMPILED))));
